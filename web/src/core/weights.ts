/* Where the networks of the bots are, for workers in which bots think. */
const files = import.meta.glob("../generated/weights/*.srw", {
    query: "?url",
    import: "default",
    eager: true,
}) as Record<string, string>;

export const weights = (game: string): string | undefined =>
    files[`../generated/weights/${game}.srw`];

import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

// The page is served from any folder (and embedded in serai): all addresses are relative.
export default defineConfig({
    base: "./",
    plugins: [preact()],
    build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 200 },
    worker: { format: "es" },
});

/* Friends, each with a button: who listens for notices is told that a seat is kept. */
import { useSignal } from "@preact/signals";
import { Icon } from "../art/icons";
import { t } from "../core/text";
import { call, explain } from "./api";
import { circle } from "./circle";
import { session } from "./mine";

export function Invite({ table }: { table: string }) {
    const told = useSignal<string[]>([]);
    const trouble = useSignal<string | null>(null);
    const token = session.value?.token;
    const friends = circle.value.people.filter((p) => p.kind === "friend");
    if (!token || !friends.length) return null;
    const invite = async (name: string) => {
        try {
            await call("POST", `tables/${table}/invite`, { body: { name }, token });
            told.value = [...told.value, name];
        } catch (e) {
            trouble.value = explain(e);
        }
    };
    return (
        <div class="invite-friends">
            <p>{t("online.invite_friends")}</p>
            <div class="row">
                {friends.map(({ name }) => (
                    <button
                        key={name}
                        type="button"
                        class="plain"
                        disabled={told.value.includes(name)}
                        onClick={() => void invite(name)}
                    >
                        <Icon name={told.value.includes(name) ? "check" : "send"} /> {name}
                    </button>
                ))}
            </div>
            {trouble.value && <p role="alert">{trouble.value}</p>}
        </div>
    );
}

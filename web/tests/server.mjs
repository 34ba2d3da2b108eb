/* A `serai serve` that can be killed and started again, with a folder of its own. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERAI } from "./lib.mjs";
import { Patience } from "./patience.mjs";

export class Server {
    data = mkdtempSync(join(tmpdir(), "serai-online-"));
    port = 0;
    process = null;
    starts = 0;

    get url() {
        return `http://127.0.0.1:${this.port}/`;
    }

    async start(...options) {
        const ready = join(this.data, `ready-${++this.starts}`);
        this.process = spawn(SERAI, ["serve", "--data", this.data, "--port", String(this.port), "--limits", "0",
            "--per-address", "1000", "--ready", ready, "--quiet", ...options], { stdio: ["ignore", "ignore", "inherit"] });
        for (const patience = new Patience(10); this.process.exitCode === null && !patience.out(); ) {
            if (existsSync(ready) && readFileSync(ready, "ascii")) break;
            await new Promise((done) => setTimeout(done, 10));
        }
        if (!existsSync(ready)) throw new Error("the server does not start");
        this.port = Number(readFileSync(ready, "ascii"));
        return this;
    }

    /** Ends it, in good order or at once. */
    async stop(signal = "SIGTERM") {
        const ended = new Promise((done) => this.process.once("exit", done));
        this.process.kill(signal);
        await ended;
    }

    async remove() {
        if (this.process.exitCode === null && this.process.signalCode === null) await this.stop("SIGKILL");
        rmSync(this.data, { recursive: true, force: true });
    }
}

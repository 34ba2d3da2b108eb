/* lab_cases.c: case files in the lab's module (lab_calls.h): `serai verify` for programs in
 * JavaScript. */
#include "lab/lab.h"
#include "wasm/lab_calls.h"

static void differs(void *context, const char *name, int step, const char *path, const char *want,
                    const char *got)
{
    struct sr_buf *b = (struct sr_buf *)context;
    sr_json_open(b, '{');
    sr_json_put_str(b, "case", name);
    sr_json_put_int(b, "step", step);
    sr_json_put_str(b, "path", path);
    sr_json_put_str(b, "want", want);
    sr_json_put_str(b, "got", got);
    sr_json_close(b, '}');
}

enum sr_err lab__verify(const struct request *q)
{
    const int cases = request__get(q, "cases");
    struct lab_verify v = {.report = differs, .context = q->out};
    if (cases < 0)
        return sr_fail(q->diag, SR_KEY, "cases: missing");
    sr_json_open(q->out, '{');
    sr_json_put_open(q->out, "differences", '[');
    lab_verify_at(&v, &q->doc, cases);
    sr_json_close(q->out, ']');
    sr_json_put_int(q->out, "passed", v.passed);
    sr_json_put_int(q->out, "failed", v.failed);
    sr_json_close(q->out, '}');
    return SR_OK;
}

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlText, maskedUrl } from "../../console/src/pages/deliveries/curl-text.ts";
import { KNOWN_OUTCOMES, outcomeTitle, reasonText } from "../../console/src/pages/deliveries/outcome-words.ts";
import { FAILURE_CLASSES } from "../../src/notifier/delivery-state.ts";

describe("a callback as a curl command", () => {
  it("keeps every argument whole in a real shell, whatever stands in it", () => {
    const nasty = `it's "$(id)" \`id\` \\ \n ; rm -rf / # é 店`;
    const text = curlText({
      method: "POST",
      url: "https://hooks.example/a'b?key=****",
      headers: { "content-type": "application/json", "x-note": "o'clock $HOME" },
      body: JSON.stringify({ store_number: nasty }),
    });
    const script = `curl() { printf '%s\\0' "$@"; }\n${text}`;
    const args = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
    expect(args).toEqual([
      "-X",
      "POST",
      "https://hooks.example/a'b?key=****",
      "-H",
      "content-type: application/json",
      "-H",
      "x-note: o'clock $HOME",
      "--data-raw",
      JSON.stringify({ store_number: nasty }),
    ]);
  });

  it("masks every value of a query and leaves what is masked as it is", () => {
    expect(maskedUrl("https://h.example/in?key=s3cret&s3cret&a=")).toBe("https://h.example/in?key=****&****&a=****");
    expect(maskedUrl("https://h.example/in?key=****")).toBe("https://h.example/in?key=****");
    expect(maskedUrl("https://h.example/in")).toBe("https://h.example/in");
  });
});

describe("words for what came of an attempt", () => {
  it("has words for every class of failure that the service knows", () => {
    expect([...KNOWN_OUTCOMES].sort()).toEqual(["delivered", ...FAILURE_CLASSES].sort());
  });

  it("names the status beside a refusal, and shows what it does not know as it is", () => {
    expect(outcomeTitle("status_rejected", 503)).toBe("Refused (503)");
    expect(outcomeTitle("delivered", 204)).toBe("Delivered");
    expect(outcomeTitle("<b>new</b>", null)).toBe("<b>new</b>");
    expect(reasonText("endpoint_down")).toBe("Its endpoint was down for 24 hours.");
    expect(reasonText(null)).toBe("");
  });
});

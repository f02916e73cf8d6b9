import { expect, test } from "vitest";
import { manifestOf } from "./manifest.ts";

test("the home screen has the provider's name, and the product's icons", () => {
  const manifest = JSON.parse(manifestOf({ providerName: 'Tom & "Jo"', icon: undefined }));
  expect(manifest).toMatchObject({ name: 'Tom & "Jo"', start_url: "/", scope: "/", display: "standalone" });
  expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual([
    "/favicon.svg",
    "/touch-icon.png",
    "/icon-512.png",
  ]);
});

test("a square logo of the provider comes first", () => {
  const icon = {
    address: "/provided/abc.svg",
    type: "image/svg+xml",
    content: Buffer.from("<svg/>"),
  } as const;
  const [first] = JSON.parse(manifestOf({ providerName: "Tom", icon })).icons;
  expect(first).toEqual({ src: "/provided/abc.svg", type: "image/svg+xml", sizes: "any" });
});

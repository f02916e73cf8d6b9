/** Follows redirects and keeps cookies for each origin, as a browser does, and stops before a given address. */
export function plainBrowser() {
  const kept = new Map<string, Map<string, string>>();
  const cookiesOf = (origin: string) => {
    const cookies = kept.get(origin) ?? new Map<string, string>();
    kept.set(origin, cookies);
    return cookies;
  };

  async function open(address: string): Promise<Response> {
    const cookies = cookiesOf(new URL(address).origin);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { ...(cookie && { cookie }) } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      if (/; max-age=0(?:;|$)/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    open,
    cookie: (origin: string, name: string) => cookiesOf(origin).get(name),
    /** Returns the address before which it stopped. */
    async followUntil(start: string, prefix: string): Promise<string> {
      let address = start;
      for (let step = 0; step < 12; step++) {
        if (address.startsWith(prefix)) return address;
        const response = await open(address);
        const next = response.headers.get("location");
        if (!next) throw new Error(`${address}: ${response.status} ${await response.text()}`);
        address = new URL(next, address).href;
      }
      throw new Error("Redirects without an end");
    },
  };
}

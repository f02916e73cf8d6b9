import { CLIENT, oidcServer } from "../peers/oidc-server.ts";
import { plainBrowser } from "../peers/plain-browser.ts";
import { startService } from "./service.ts";

/**
 * The address at which a browser would reach the service behind its proxy; the tests send requests to the service
 * directly.
 */
const PUBLIC = "https://console.example.com";
const BEGIN = "/v1/manage/auth/openid";
export const CALLBACK = `${PUBLIC}${BEGIN}/callback`;

export const openIdSettings = (issuer: string) => ({
  FIRSTHAND_PUBLIC_URL: PUBLIC,
  FIRSTHAND_OIDC_ISSUER: issuer,
  FIRSTHAND_OIDC_CLIENT_ID: CLIENT.id,
  FIRSTHAND_OIDC_CLIENT_SECRET: CLIENT.secret,
});

type Service = Awaited<ReturnType<typeof startService>>;

/** One browser in front of a service, with its cookies. */
export function openIdBrowser(service: Service) {
  const browser = plainBrowser();
  const here = (address: string) => service.url + address.slice(PUBLIC.length);
  return {
    /** Presses the sign-in button; returns the provider's address, or the console's if the provider is not reached. */
    async begin(): Promise<string> {
      const response = await browser.open(service.url + BEGIN);
      return response.headers.get("location") ?? `${response.status}`;
    },
    /** Signs in at the provider; returns the address to which the provider sends back. */
    signInThere: (address: string) => browser.followUntil(address, CALLBACK),
    /** Comes back to the service; returns where it redirects, such as `/console/`. */
    async comeBack(address: string): Promise<string> {
      const response = await browser.open(here(address));
      return response.headers.get("location") ?? `${response.status}`;
    },
    async signIn(): Promise<string> {
      const there = await this.begin();
      return there.startsWith("/") ? there : this.comeBack(await this.signInThere(there));
    },
    /** The person as whom the service sees the browser. */
    me: () => browser.open(`${service.url}/v1/manage/me`),
    cookie: (name: string) => browser.cookie(service.url, name),
  };
}

/** The service with a real provider beside it. */
export async function openIdService(
  env: NodeJS.ProcessEnv = {},
  options: Parameters<typeof oidcServer>[1] = {},
) {
  const provider = await oidcServer(CALLBACK, options);
  const service = await startService({ env: { ...openIdSettings(provider.issuer), ...env } });
  return {
    provider,
    service,
    async close(): Promise<void> {
      await service.close();
      await provider.close();
    },
  };
}

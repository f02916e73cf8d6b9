/** The pattern of each kind of secret that the server accepts as proof of identity. */
const SECRETS = {
  "access key": /\bfh_[\w-]{20,}/g,
  "client session": /\bfhs_[\w-]{43}/g,
  "password link": /\bfhl_[\w-]{43}/g,
  "console session": /\bfhc_[\w-]{43}/g,
  "second step": /\bfhh_[\w-]{43}/g,
  "API token": /\bfhm_[\w-]{43}/g,
} as const;

type Kind = keyof typeof SECRETS;

/** Every secret in a text, with its kind. */
export function redeemable(text: string): { kind: Kind; secret: string }[] {
  const kinds = Object.keys(SECRETS) as Kind[];
  return kinds.flatMap((kind) => [...text.matchAll(SECRETS[kind])].map(([secret]) => ({ kind, secret })));
}

/** The address of one host of the database, as `pg` reads it. */
export type DatabaseHost = string;

const EXPECTED = "expected an address such as postgres://user:password@host:5432/firsthand";
const SCHEME = /^(postgres(?:ql)?:\/\/)(.*)$/s;
/** The parameters that a provider may set in the address; `pg` would silently ignore any other. */
const PARAMETERS = new Set([
  "application_name",
  "host",
  "port",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslrootcert",
  "target_session_attrs",
]);
const SSL_MODES = ["disable", "no-verify", "require", "verify-full"];
/** Only servers that accept writes are used anyway, so both values change nothing. */
const SESSION_ATTRIBUTES = ["read-write", "primary"];

/**
 * The hosts of an address, in its order: `postgres://user@one:5432,two:5432/name` has two, of which the first that
 * accepts writes is used. Throws an Error that says what is expected and quotes no password.
 */
export function parseDatabaseUrl(text: string | undefined): DatabaseHost[] | undefined {
  if (text === undefined) return undefined;
  const [, scheme, rest] = SCHEME.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) throw new Error(`${EXPECTED}.`);
  const path = rest.search(/[/?#]/);
  const authority = path < 0 ? rest : rest.slice(0, path);
  const at = authority.lastIndexOf("@");
  const credentials = authority.slice(0, at + 1);
  const hosts = authority.slice(at + 1).split(",");
  return hosts.map((host) =>
    hostAddress(`${scheme}${credentials}${host}${path < 0 ? "" : rest.slice(path)}`),
  );
}

function hostAddress(text: string): DatabaseHost {
  // a socket's folder is named in the parameters; a URL with a user still needs a host
  const isBare = /^[^:]+:\/\/(?:[^@/]*@)?\//.test(text);
  const whole = isBare ? text.replace(/(:\/\/(?:[^@/]*@)?)\//, "$1localhost/") : text;
  if (!URL.canParse(whole)) throw new Error(`${EXPECTED}; percent-encode what is special in the password.`);
  const url = new URL(whole);
  const { searchParams } = url;
  if (isBare && !searchParams.has("host")) throw new Error(`it names no host: ${EXPECTED}.`);
  if (url.pathname.length < 2) throw new Error(`it names no database: ${EXPECTED}.`);
  if (url.hash) throw new Error(`percent-encode "#": ${EXPECTED}.`);
  checkParameters(searchParams);
  searchParams.delete("target_session_attrs");
  // the meaning that `pg` gives `require` today, without its warning that this will change
  if (searchParams.get("sslmode") === "require") searchParams.set("sslmode", "verify-full");
  return url.toString();
}

function checkParameters(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (!PARAMETERS.has(name)) {
      throw new Error(`"${name}" cannot be set there, only ${[...PARAMETERS].join(", ")}.`);
    }
  }
  expectOneOf(parameters, "sslmode", SSL_MODES);
  expectOneOf(parameters, "target_session_attrs", SESSION_ATTRIBUTES);
}

function expectOneOf(parameters: URLSearchParams, name: string, options: string[]): void {
  const value = parameters.get(name);
  if (value !== null && !options.includes(value)) {
    throw new Error(`expected ${name} to be one of ${options.join(", ")}, not "${value}".`);
  }
}

/** Host and port, or a socket's folder; safe to show and log. */
export function nameOfHost(address: DatabaseHost): string {
  const { hostname, port, searchParams } = new URL(address);
  return searchParams.get("host") ?? `${decodeURIComponent(hostname)}:${port || "5432"}`;
}

/** The names of all hosts, in their order. */
export const nameOfHosts = (addresses: DatabaseHost[]): string => addresses.map(nameOfHost).join(", ");

/** Whether the traffic leaves this machine unencrypted. */
export function isPlainBeyondThisMachine(address: DatabaseHost): boolean {
  const isHere = /^(\/|(localhost|127\.[\d.]+|\[::1\]):)/.test(nameOfHost(address));
  const mode = new URL(address).searchParams.get("sslmode");
  return !isHere && (mode === null || mode === "disable");
}

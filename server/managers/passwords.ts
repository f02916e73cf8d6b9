import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { CatalogError } from "../http/errors.ts";

/** The scrypt cost that OWASP recommends: 128 MiB and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each hash needs 128 MiB. */
const AT_ONCE_MAX = 2;
/** Per hash running at once: a caller who would wait longer than ten seconds gets an error instead. */
const WAITING_MAX = 20;
const RETRY_AFTER_SECONDS = "10";

export type PasswordHasher = ReturnType<typeof createQueue>;
/** Clients' PINs have a separate queue, so that a rush of clients cannot keep managers from signing in. */
export type Passwords = PasswordHasher & { pins: PasswordHasher };

/**
 * Hashes passwords, a few at a time. Others wait in a queue; when it is full, the call throws. `cost` is for tests that
 * hash a lot.
 */
export function createPasswordHasher(
  cost: typeof COST = COST,
  atOnce = hashesAtOnce(availableParallelism()),
): Passwords {
  return { ...createQueue(cost, atOnce), pins: createQueue(cost, 1) };
}

function createQueue(cost: typeof COST, atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting.length >= WAITING_MAX * atOnce)
      throw new CatalogError("SIGN_IN_BUSY", {}, { "retry-after": RETRY_AFTER_SECONDS });
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const derived = await inTurn(() => derive(password, salt, cost));
    return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64"), derived.toString("base64")].join("$");
  }

  return {
    /** Returns text that contains the salt and the cost needed to verify it. */
    hash,

    /** Takes as long without a stored hash, so that timing does not reveal which accounts exist. */
    async verify(password: string, stored: string | null | undefined): Promise<boolean> {
      const parsed = stored ? parse(stored) : undefined;
      const {
        salt = Buffer.alloc(SALT_BYTES),
        expected = Buffer.alloc(HASH_BYTES),
        cost: used = cost,
      } = parsed ?? {};
      const derived = await inTurn(() => derive(password, salt, used));
      return timingSafeEqual(derived, expected) && parsed !== undefined;
    },
  };
}

/** Leaves one processor free, so that guessed passwords cannot block everyone else. */
function hashesAtOnce(processors: number): number {
  return Math.max(1, Math.min(AT_ONCE_MAX, processors - 1));
}

function parse(stored: string) {
  const [kind, n, r, p, salt = "", hash = ""] = stored.split("$");
  if (kind !== "scrypt") throw new Error("A stored password hash is of no known kind");
  return {
    cost: { N: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    expected: Buffer.from(hash, "base64"),
  };
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  // normalized, because keyboards compose the same characters differently (NIST SP 800-63B §5.1.1.2)
  const text = password.normalize("NFKC");
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(text, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  return promise;
}

/** Ways out of a folder that have worked somewhere: plain, encoded once or twice, overlong, in other letters. */
const STEPS = [
  "../../",
  "../../",
  "../../",
  "....//",
  "..;/",
  "..\\",
  "%2e%2e/",
  "%2e%2e%2f",
  "..%2f",
  "..%5c",
  "%2e.%2f",
  "%252e%252e%252f",
  "..%252f",
  "..%c0%af",
  "%c0%ae%c0%ae/",
  "%e0%80%ae%e0%80%ae/",
  "..%ef%bc%8f",
  "%u002e%u002e/",
  "..%00/",
  "..%0d%0a/",
  "%2e%2e%00%2f",
  ".%09./",
];
const DEPTHS = [1, 2, 6];
const STARTS = ["/", "/assets/", "/console/", "/console/assets/", "/assets/x/", "/privacy/"];
const TARGETS = ["etc/passwd", "package.json", ".git/config", "server/main.ts", "firsthand.db"];

/** Files that often lie in served folders, and other names of served files. */
const STRAY = [
  ".env",
  ".env.production",
  ".git/HEAD",
  ".git/config",
  ".gitignore",
  ".npmrc",
  ".DS_Store",
  ".htaccess",
  ".well-known/../.env",
  "package.json",
  "package-lock.json",
  "node_modules/",
  "server/main.ts",
  "dist/web/index.html",
  "web/index.html",
  "index.html",
  "index.html.br",
  "sw.js.map",
  "sw.js.br",
  "sw.js/",
  "firsthand.db",
  "firsthand.db-wal",
  "secrets.json",
  "erased",
  "etc/passwd",
  "/etc/passwd",
  "proc/self/environ",
  "assets",
  "assets/",
  "assets/.",
  "assets/*",
  "server-status",
  "debug",
  "metrics",
  "swagger",
  "documentation",
  "~root",
  "C:/windows/win.ini",
  "file:///etc/passwd",
];

/** Request targets that must lead nowhere: each start, way, depth and file, thinned to one in `every`. */
export function traversals(every: number): string[] {
  const ways = STARTS.flatMap((start) =>
    STEPS.flatMap((step) =>
      DEPTHS.flatMap((depth) => TARGETS.map((target) => `${start}${step.repeat(depth)}${target}`)),
    ),
  );
  return [...ways.filter((_, place) => place % every === 0), ...STRAY.map((name) => `/${name}`)];
}

/** Names that would lead to the same files only in a plain file server. */
export function besides(address: string): string[] {
  return [
    `${address}.br`,
    `${address}.gz`,
    `${address}.map`,
    `${address}~`,
    `${address}/`,
    `${address}%00`,
    `${address}%20`,
    `${address}::$DATA`,
    address.toUpperCase(),
    address.replace("/assets/", "//assets/"),
    address.replace("/assets/", "/assets/./"),
    address.replace("/assets/", "/assets%2f"),
  ];
}

import { BACKUPS_PREFIX, RECORDINGS_PREFIX } from "../object-store/bucket-texts.ts";
import { isThisMachine } from "../outgoing/loopback.ts";
import { engineProblems, engineSettingNames } from "../transcription/engines.ts";
import { backupBucketTexts, bucketProblems } from "./object-store-settings.ts";
import { type ParsedSettings, settings } from "./settings.ts";

/** Checks across several settings; each runs as soon as its settings could be parsed, whatever else is wrong. */
export const settingChecks: {
  of: (keyof ParsedSettings)[];
  problemsOf: (parsed: ParsedSettings) => string[];
}[] = [
  { of: ["databaseHosts", "secretsFile"], problemsOf: databaseProblems },
  { of: ["host", "trustedProxies", "allowsInsecureHttp"], problemsOf: exposureProblems },
  { of: ["isProduction", "host", "publicUrl", "allowsInsecureHttp"], problemsOf: productionProblems },
  { of: ["transcriber", ...engineSettingNames], problemsOf: engineProblems },
  { of: ["smtp", "mailFrom"], problemsOf: mailProblems },
  {
    of: ["openIdIssuer", "openIdClientId", "openIdClientSecret", "isOpenIdOnly", "port", "publicUrl"],
    problemsOf: openIdProblems,
  },
  {
    of: ["s3Endpoint", "s3Bucket", "s3Region", "s3KeyId", "s3Secret", "s3Addressing"],
    problemsOf: (parsed) => bucketProblems(RECORDINGS_PREFIX, parsed),
  },
  {
    of: [
      "backupS3Endpoint",
      "backupS3Bucket",
      "backupS3Region",
      "backupS3KeyId",
      "backupS3Secret",
      "backupS3Addressing",
    ],
    problemsOf: (parsed) => bucketProblems(BACKUPS_PREFIX, backupBucketTexts(parsed)),
  },
  { of: ["host", "port", "metricsHost", "metricsPort", "metricsToken"], problemsOf: metricsProblems },
];

function databaseProblems({ databaseHosts, secretsFile }: ParsedSettings): string[] {
  if (!databaseHosts || secretsFile) return [];
  return [
    `${settings.secretsFile.env}: missing, but DATABASE_URL is set. Name a file that all servers on that database share; the first server creates it.`,
  ];
}

function exposureProblems({ host, trustedProxies, allowsInsecureHttp }: ParsedSettings): string[] {
  if (isThisMachine(host) || trustedProxies.length > 0 || allowsInsecureHttp) return [];
  return [
    `HOST: ${host} can be reached from other machines, over plain http. Put a TLS proxy in front and name it in FIRSTHAND_TRUST_PROXY, or set FIRSTHAND_INSECURE_HTTP=1 to accept the risk.`,
  ];
}

/** Otherwise links would lead to an address of this machine, and cookies would go over plain http. */
function productionProblems({ isProduction, host, publicUrl, allowsInsecureHttp }: ParsedSettings): string[] {
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  if (!isProduction || isHttps || isThisMachine(host) || allowsInsecureHttp) return [];
  return [
    `${settings.publicUrl.env}: ${publicUrl ? `${publicUrl} is not https` : "missing"}, but NODE_ENV=production and HOST=${host}. Set it to the https address that clients open, or set FIRSTHAND_INSECURE_HTTP=1 to accept the risk.`,
  ];
}

function mailProblems({ smtp, mailFrom }: ParsedSettings): string[] {
  if (!smtp || mailFrom) return [];
  return [
    `${settings.mailFrom.env}: missing, but FIRSTHAND_SMTP_URL is set. Set the sender of emails, such as Acme <hello@example.com>.`,
  ];
}

function openIdProblems(parsed: ParsedSettings): string[] {
  const needed = ["openIdIssuer", "openIdClientId", "openIdClientSecret"] as const;
  const unset = needed.filter((name) => parsed[name] === undefined);
  if (unset.length === needed.length) {
    return parsed.isOpenIdOnly
      ? [`${settings.isOpenIdOnly.env}: without an issuer, no one could sign in. Set FIRSTHAND_OIDC_ISSUER.`]
      : [];
  }
  const problems = unset.map(
    (name) => `${settings[name].env}: missing. OpenID Connect needs all three settings.`,
  );
  if (parsed.port === 0 && !parsed.publicUrl)
    problems.push(`${settings.publicUrl.env}: missing. With PORT=0, OpenID Connect needs a public address.`);
  return problems;
}

function metricsProblems({ host, port, metricsHost, metricsPort, metricsToken }: ParsedSettings): string[] {
  const { metricsPort: ofPort, metricsHost: ofHost } = settings;
  if (metricsPort === undefined) {
    if (metricsHost === ofHost.fallback) return [];
    return [`${ofHost.env}: set FIRSTHAND_METRICS_PORT too, or remove this setting.`];
  }
  const problems: string[] = [];
  if (!isThisMachine(metricsHost) && metricsToken === undefined)
    problems.push(
      `${ofHost.env}: ${metricsHost} can be reached from other machines. Set FIRSTHAND_METRICS_TOKEN to protect the metrics.`,
    );
  if (metricsPort === port && port !== 0 && metricsHost === host)
    problems.push(`${ofPort.env}: ${port} is already used as PORT. Set another port.`);
  return problems;
}

/** The paths of an installation made by setup. */
export const USER = "firsthand";
export const DATA = "/var/lib/firsthand";
export const SECRETS = "/var/lib/firsthand-secrets";
export const ENVIRONMENT = "/etc/firsthand/firsthand.env";
export const PROGRAM = "/opt/firsthand";
export const UNIT = "/etc/systemd/system/firsthand.service";
export const WRAPPER = "/usr/local/bin/firsthand";
/** The previous program, kept by an upgrade. */
export const PROGRAM_BEFORE = `${PROGRAM}.before`;

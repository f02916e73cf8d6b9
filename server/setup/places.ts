/** The paths of an installation made by setup. */
export const SERVICE_USER = "firsthand";
export const DATA_FOLDER = "/var/lib/firsthand";
export const SECRETS_FOLDER = "/var/lib/firsthand-secrets";
export const ENVIRONMENT_FILE = "/etc/firsthand/firsthand.env";
export const PROGRAM_FOLDER = "/opt/firsthand";
export const UNIT_FILE = "/etc/systemd/system/firsthand.service";
export const WRAPPER_FILE = "/usr/local/bin/firsthand";
/** The previous program, kept by an upgrade. */
export const PREVIOUS_PROGRAM_FOLDER = `${PROGRAM_FOLDER}.before`;

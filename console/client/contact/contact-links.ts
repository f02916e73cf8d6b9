/** A website as it was typed, as a link: the server takes no other scheme than these two. */
export function websiteLink(website: string): string {
  return /^https?:\/\//i.test(website) ? website : `https://${website}`;
}

/** A phone number as a phone dials it. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+*#,]/g, "")}`;
}

export type TextFile = { name: string; type: string; text: string };

export function fileOf({ name, type, text }: TextFile): File {
  return new File([text], name, { type });
}

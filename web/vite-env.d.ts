declare module "*.json?compiled" {
  import type { Messages } from "@lingui/core";

  const messages: Messages;
  export default messages;
}

declare module "*.json?compiled=first" {
  export { default } from "*.json?compiled";
}

declare module "*.json?compiled=rest" {
  export { default } from "*.json?compiled";
}

declare module "*.json?compiled=talk" {
  export { default } from "*.json?compiled";
}

declare module "*.json?compiled=devices" {
  export { default } from "*.json?compiled";
}

declare module "*.json?compiled=helpers" {
  export { default } from "*.json?compiled";
}

declare module "*.json?compiled=helping" {
  export { default } from "*.json?compiled";
}

declare module "*.woff2?headings" {
  const address: string;
  export default address;
}

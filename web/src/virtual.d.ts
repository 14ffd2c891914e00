/** Addresses of the files of tables by name, relative to the page. */
declare module "virtual:tables" {
  export const tables: Record<string, string>;
  export const engine: string;
}

/** Addresses of the files of tables and of libraries by name, relative to the page. */
declare module "virtual:files" {
  export const tables: Record<string, string>;
  export const libraries: Record<string, string>;
}

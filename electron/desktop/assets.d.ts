/** An image that the build inlines as a `data:` URL. */
declare module '*.png?inline' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: the form in which the bundler gives an asset
  export default url;
}

/** Built only by `npm run bench -- next`, separately from the hub. */
export default { pageExtensions: ["mjs"], poweredByHeader: false, serverExternalPackages: ["pg"] };

/** Built when the part of the bench runs that measures beside it (`npm run bench -- next`), and no part of the hub's build. */
export default { pageExtensions: ["mjs"], poweredByHeader: false, serverExternalPackages: ["pg"] };

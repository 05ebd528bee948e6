// Loaded with `--import`. Resolves the parent domain's hosts to this machine, like the tests' browser.
import dns from "node:dns";

const { lookup } = dns;
const PARENT = process.env.PARENT_DOMAIN;

dns.lookup = (host, ...rest) => lookup(host.endsWith(`.${PARENT}`) ? "127.0.0.1" : host, ...rest);

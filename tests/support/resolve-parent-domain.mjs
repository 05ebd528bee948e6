// Loaded before a program of the tests (`--import`): it finds the hosts of the parent domain on this machine, as their browser does.
import dns from "node:dns";

const { lookup } = dns;
const PARENT = process.env.PARENT_DOMAIN;

dns.lookup = (host, ...rest) => lookup(host.endsWith(`.${PARENT}`) ? "127.0.0.1" : host, ...rest);

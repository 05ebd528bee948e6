// SPDX-License-Identifier: MIT
/** True if both secrets are equal and not empty. Compares in constant time. */
export async function sameSecret(left: string, right: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const [one, other] = [await digest(left), await digest(right)];
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0 && left !== "";
}

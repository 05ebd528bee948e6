interface Amount {
  value: number;
  unit: string;
}

/** Sums that people write are shorter. */
const MAX_TEXT = 200;
const MAX_DEPTH = 100;

const PIECE = /\s*(?:(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(px|rem)?|\{([^{}]+)\}|([-+*/()]))/y;

type Piece = Amount | { reference: string } | { sign: string };

function piecesOf(text: string): Piece[] | null {
  if (text.length > MAX_TEXT) return null;
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  const end = text.trimEnd().length;
  while (PIECE.lastIndex < end) {
    const found = PIECE.exec(text);
    if (!found) return null;
    const [, number, unit, reference, sign] = found;
    if (number !== undefined) pieces.push({ value: Number(number), unit: unit ?? "" });
    else pieces.push(reference === undefined ? { sign: sign ?? "" } : { reference });
  }
  return pieces;
}

function combined(one: Amount, sign: string, other: Amount): Amount | null {
  const unit = one.unit || other.unit;
  const bothHaveUnits = one.unit !== "" && other.unit !== "";
  if (sign === "*") return bothHaveUnits ? null : { value: one.value * other.value, unit };
  if (sign === "/") return other.unit || other.value === 0 ? null : { value: one.value / other.value, unit };
  if (bothHaveUnits && one.unit !== other.unit) return null;
  return { value: sign === "+" ? one.value + other.value : one.value - other.value, unit };
}

/**
 * Computes Tokens Studio's expressions such as `{borderRadius.sm} * 2`. Returns other values and circular ones
 * unchanged.
 */
export function arithmeticOf(valueAt: (reference: string) => unknown): (value: unknown) => unknown {
  const known = new Map<string, Amount | null>();

  function amountAt(reference: string, depth: number): Amount | null {
    const before = known.get(reference);
    if (before !== undefined) return before;
    // A recursive call that finds this entry closes a circle.
    known.set(reference, null);
    const value = valueAt(reference);
    const amount =
      typeof value === "number" && Number.isFinite(value)
        ? { value, unit: "" }
        : typeof value === "string"
          ? worked(value, depth + 1)
          : null;
    known.set(reference, amount);
    return amount;
  }

  function worked(text: string, depth: number): Amount | null {
    const pieces = depth > MAX_DEPTH ? null : piecesOf(text);
    if (!pieces) return null;
    let at = 0;
    /** Open brackets and signs. */
    let within = 0;
    const nested = (next: () => Amount | null): Amount | null => {
      within += 1;
      const amount = depth + within > MAX_DEPTH ? null : next();
      within -= 1;
      return amount;
    };
    const isSign = (...signs: string[]) => {
      const piece = pieces[at];
      return piece && "sign" in piece && signs.includes(piece.sign) ? piece.sign : null;
    };
    const single = (): Amount | null => {
      const piece = pieces[at];
      at += 1;
      if (!piece) return null;
      if ("value" in piece) return piece;
      if ("reference" in piece) return amountAt(piece.reference.trim(), depth + within);
      if (piece.sign === "-") {
        const amount = nested(single);
        return amount && { ...amount, value: -amount.value };
      }
      if (piece.sign !== "(") return null;
      const amount = nested(sum);
      if (!amount || !isSign(")")) return null;
      at += 1;
      return amount;
    };
    const chain = (next: () => Amount | null, ...signs: string[]): Amount | null => {
      let amount = next();
      for (let sign = isSign(...signs); amount && sign; sign = isSign(...signs)) {
        at += 1;
        const other = next();
        amount = other && combined(amount, sign, other);
      }
      return amount;
    };
    const sum = (): Amount | null => chain(() => chain(single, "*", "/"), "+", "-");
    const amount = sum();
    return amount && at === pieces.length && Number.isFinite(amount.value) ? amount : null;
  }

  return (value) => {
    const amount = typeof value === "string" && /[-+*/{(]/.test(value) ? worked(value, 0) : null;
    return amount ? `${Number(amount.value.toFixed(4))}${amount.unit}` : value;
  };
}

// Shifts a node's clock by CLOCK_OFF_MS milliseconds. Preloaded by NODE_OPTIONS=--import.
const Right = globalThis.Date;
const off = Number(process.env.CLOCK_OFF_MS);
const now = () => Right.now() + off;

globalThis.Date = class Date extends Right {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};

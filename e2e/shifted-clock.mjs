// Imported before a node begins (NODE_OPTIONS=--import): its clock is off by CLOCK_OFF_MS milliseconds.
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

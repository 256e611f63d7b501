/** One line that reads in the direction in which it is written: no control characters, none that turns what follows. */
export const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

export const linesOfText =
  // oxlint-disable-next-line no-control-regex -- it is they that are refused
  /^[^\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/u;

/** There is something in it that can be seen. */
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

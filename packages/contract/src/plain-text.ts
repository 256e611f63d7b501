/** One line in its natural direction: no control characters, and none that change the direction of later text. */
export const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

export const linesOfText =
  // oxlint-disable-next-line no-control-regex -- these are the characters to reject
  /^[^\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/u;

/** Contains at least one visible character. */
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

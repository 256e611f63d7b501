/** Something that a person can mend, told in one sentence. */
export class Refusal extends Error {}

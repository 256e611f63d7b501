/** Resolves once the user moves the pointer, touches, scrolls or types. */
export const firstMove = new Promise<Event>((done) => {
  for (const sign of ['pointermove', 'pointerdown', 'scroll', 'keydown'])
    window.addEventListener(sign, done, { capture: true, once: true });
});

/** Resolves once somebody uses this page: moves the pointer, touches, scrolls or types. */
export const firstMove = new Promise<void>((done) => {
  for (const sign of ['pointermove', 'pointerdown', 'scroll', 'keydown'])
    window.addEventListener(sign, () => done(), { capture: true, once: true });
});

import { useState } from 'react';

export const welcomeSteps = ['plan', 'connect', 'link'] as const;
export type WelcomeStep = (typeof welcomeSteps)[number];

const key = 'tidemark-welcome-step';

/** The current step, stored in this browser so that it survives a popup or a reload. */
export function useWelcomeStep() {
  const [step, setStep] = useState<WelcomeStep>(readStep);
  return [
    step,
    (next: WelcomeStep) => {
      window.localStorage.setItem(key, next);
      setStep(next);
    },
  ] as const;
}

function readStep(): WelcomeStep {
  const kept = window.localStorage.getItem(key);
  return welcomeSteps.find((step) => step === kept) ?? 'plan';
}

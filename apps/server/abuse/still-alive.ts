import { afterEach, inject } from 'vitest';

// Whatever was asked, the program is still the one that was started.
afterEach(() => void process.kill(inject('program').pid, 0));

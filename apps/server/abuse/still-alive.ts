import { afterEach, inject } from 'vitest';

// The process must still be the one that was started, whatever was sent.
afterEach(() => void process.kill(inject('program').pid, 0));

import { create } from 'zustand';
import type { LiveState } from './connection.ts';

interface Status {
  state: LiveState;
  /** True once connected since the page load. */
  everConnected: boolean;
  /** True while the page shows kept figures, because the server could not be reached when it was opened. */
  isKept: boolean;
}

export const useLiveStatus = create<Status>(() => ({ state: 'disconnected', everConnected: false, isKept: false }));

import { create } from 'zustand';
import type { LiveState } from './connection.ts';

interface Status {
  state: LiveState;
  /** True once connected since the page load. */
  everConnected: boolean;
  /** True if the server could not be reached when the page was opened, so it shows stored data. */
  openedOffline: boolean;
}

export const useLiveStatus = create<Status>(() => ({
  state: 'disconnected',
  everConnected: false,
  openedOffline: false,
}));

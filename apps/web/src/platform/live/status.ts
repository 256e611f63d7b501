import { create } from 'zustand';
import type { LiveState } from './connection.ts';

interface Status {
  state: LiveState;
  /** True once connected since the page load. */
  everConnected: boolean;
}

export const useLiveStatus = create<Status>(() => ({ state: 'disconnected', everConnected: false }));

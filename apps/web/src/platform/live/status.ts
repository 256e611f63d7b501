import { create } from 'zustand';
import type { LiveState } from './connection.ts';

interface Status {
  state: LiveState;
  /** Since the page was loaded. */
  everConnected: boolean;
}

export const useLiveStatus = create<Status>(() => ({ state: 'disconnected', everConnected: false }));

import { create } from 'zustand';
import type { LiveState } from './connection.ts';

interface Status {
  state: LiveState;
}

export const useLiveStatus = create<Status>(() => ({ state: 'disconnected' }));

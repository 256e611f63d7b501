export interface AdminTables {
  /** One row: the newest existing version, and the time of the next check. */
  release_check: {
    check_id: number;
    version: string | null;
    url: string | null;
    notes: string | null;
    published_at: Date | null;
    checked_at: Date | null;
    failed_at: Date | null;
    next_check_at: Date;
  };
}

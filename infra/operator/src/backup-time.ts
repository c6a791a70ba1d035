import { connect } from './database.ts';

/**
 * Records that a backup is complete, for the alert about its age; nothing in data of an older version.
 * @param address of the database, as the service notify
 */
export async function recordBackup(address: string): Promise<void> {
  const client = await connect(address);
  try {
    const { rows } = await client.query("SELECT to_regclass('watch_times') IS NOT NULL AS exists");
    if (!rows[0]?.exists) return;
    await client.query(`INSERT INTO watch_times (name, at) VALUES ('backup', now())
      ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at`);
  } finally {
    await client.end();
  }
}

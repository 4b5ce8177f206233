// Run in a child process of each runtime: where the addon does not fit, it takes the process with it.
import Database from 'better-sqlite3';

const db = new Database(':memory:');
db.exec('CREATE TABLE t (a TEXT, b INTEGER)');
const insert = db.prepare('INSERT INTO t VALUES (?, ?)');
for (let i = 0; i < 500; i += 1) insert.run(`row ${i}`, i);
const rows = db.prepare('SELECT a, b FROM t ORDER BY b').all();
let refused = false;
try {
  db.prepare('SELECT nothing FROM t');
} catch {
  refused = true;
}
db.close();
process.stdout.write(rows.length === 500 && refused ? 'addon ok\n' : 'addon wrong\n');

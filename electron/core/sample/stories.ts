import type { SampleClientKey } from './clients.ts';

/** A kind of document that a client keeps: its titles, and the lines that its versions are made of. */
export interface Subject {
  readonly namespace: string;
  readonly titles: readonly string[];
  readonly tags: readonly string[];
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  readonly reasons: readonly string[];
}

const people = ['Mara', 'Jonas', 'Priya', 'Tomás', 'Aiko', 'Lena'] as const;

const launch: Subject = {
  namespace: 'work/launch',
  titles: ['Q3 launch plan', 'Launch risks', 'Launch checklist', 'Pricing page copy', 'Press list'],
  tags: ['launch', 'q3', 'marketing', 'risk', 'waiting'],
  lines: [
    'Launch: 12 September',
    'Launch: 19 September, after the security review',
    'Owner: design team',
    'Owner: Mara until Jonas is back',
    'Risk: translation is late by two days',
    'Risk: the payment provider has not signed yet',
    'Budget unchanged',
    'Budget: 4,200 left for ads',
    'Press release goes out at 09:00 Berlin time',
    'Demo video: second cut on Friday',
    'Beta customers get the new price for one year',
    'Open question: do we keep the free plan?',
  ],
  notes: [
    'Thursday’s call moved the date by one week. Mara tells the partners, Jonas the translators.',
    'Priya asked for one slide with the three risks only.',
    'Legal is fine with the wording on the pricing page as of today.',
    'The demo machine is booked for Friday morning.',
  ],
  reasons: [
    'user asked to update the dates after Thursday’s call',
    'meeting outcome worth keeping',
    'user said: write that down',
    'keep the plan in step with what was decided',
  ],
};

const kitchen: Subject = {
  namespace: 'home/recipes',
  titles: [
    'Recipe: miso aubergine',
    'Recipe: lentil soup for eight',
    'Recipe: sourdough, slow',
    'Recipe: lemon polenta cake',
    'Shopping list',
    'Weekly meal plan',
  ],
  tags: ['recipe', 'vegetarian', 'quick', 'for guests', 'freezes well'],
  lines: [
    'Salt the aubergines, wait 20 minutes, dry them',
    'White miso, mirin, a little sugar: 3 to 2 to 1',
    'Oven at 220 °C, upper third, 12 minutes',
    'Lentils: the small green ones, not soaked',
    'Hydration 72 %, second fold after 40 minutes',
    'Less sugar than the book says: 140 g is enough',
    'Serve with pickled cucumber',
    'Tomás does not eat nuts',
    'Doubles well, but needs the large tray',
    'Buy: aubergines, spring onions, sesame',
  ],
  notes: [
    'Everyone wanted more. Next time the double amount.',
    'Ten minutes were too long, eight do.',
  ],
  reasons: [
    '“remember this one”',
    'user wants it again for Saturday',
    'so that next time starts here',
  ],
};

const travel: Subject = {
  namespace: 'travel',
  titles: ['Lisbon in spring', 'Packing list, hand luggage', 'Train to Vienna', 'Places to eat'],
  tags: ['travel', 'booked', 'idea', 'lisbon'],
  lines: [
    'Flat in Graça, third floor, no lift',
    'Arrive Thursday 14:20, tram 28 is crowded: walk',
    'Aiko joins on Saturday',
    'Day trip to Sintra: early train, before nine',
    'Museum is closed on Mondays',
    'Night train: seats 61 and 62, car 254',
    'Bring the adapter and the small umbrella',
    'Table for four on Friday at eight, name Lena',
  ],
  notes: ['The host confirmed the late arrival.', 'Cheaper on the way back by bus to the airport.'],
  reasons: [
    'user asked to keep the booking details',
    'plan for the trip changed',
    'user said it is booked',
  ],
};

const persons: Subject = {
  namespace: 'people',
  titles: people.map((name) => `About ${name}`),
  tags: ['people', 'birthday', 'work', 'family'],
  lines: [
    'Birthday in early March',
    'Prefers calls before ten',
    'Moved to the platform team in October',
    'Allergic to nuts',
    'Two children, the elder starts school',
    'Likes short mails with one question',
    'Back from leave on the 7th',
  ],
  notes: ['Asked about the schedule twice this week.', 'Thanked for the quick answer.'],
  reasons: [
    'user mentioned it in passing',
    'helps to write to them',
    'user asked to remember this',
  ],
};

const decisions: Subject = {
  namespace: 'shop-api/decisions',
  titles: [
    'Decision: one queue, not three',
    'Decision: ids are ULIDs',
    'Decision: retries belong to the caller',
    'Decision: money is stored in cents',
    'Decision: feature flags live in the database',
    'Decision: no ORM for reports',
  ],
  tags: ['decision', 'architecture', 'reviewed', 'database'],
  lines: [
    'Context: three queues with three retry rules, nobody remembers which',
    'Decided: one queue with a priority column',
    'Why not a broker: one more thing to run for 40 jobs a minute',
    'Cost: migration of the old table, about an hour of double writes',
    'Supersedes the note of last month',
    'Reviewed with Jonas, who asked for a dead-letter view',
    'Check again when we pass 1,000 jobs a minute',
    'Not decided: how long finished jobs are kept',
  ],
  notes: [
    'The benchmark is in bench/queue.ts: 4,100 jobs a second on the small machine.',
    'Priya disagrees on the naming, not on the substance.',
  ],
  reasons: [
    'record the decision so that the next session does not reopen it',
    'user agreed to this after comparing both',
    'the reason was only in the chat',
  ],
};

const code: Subject = {
  namespace: 'shop-api/code',
  titles: [
    'Migration 020: runs table',
    'Flaky test in export',
    'How the checkout computes tax',
    'Where the session cookie is set',
    'Slow query in the order list',
    'Test data: how to make an order',
    'Build: why the cache missed',
    'Webhook signatures',
    'Pagination by key',
    'Error codes of the payment provider',
    'Release steps',
    'Local setup',
  ],
  tags: ['bug', 'test', 'performance', 'howto', 'ci', 'payment'],
  lines: [
    'src/orders/list.ts builds the query, src/orders/page.ts pages it',
    'The index on (customer_id, created_at) is not used when the sort is by id',
    'Fixed by sorting by created_at, id',
    'The test waits for a fixed 200 ms; CI needs 340 ms on a bad day',
    'Now polls with a deadline of five seconds',
    'Tax is rounded per line, not per order: the tax office wants it so',
    'The signature covers the raw body, so the JSON parser must come later',
    'Run `make order CUSTOMER=7` for a paid one with two lines',
    'Cache key lacked the lock file',
    'p95 went from 810 ms to 42 ms',
    'Never log the header, it holds the secret',
    'Left to do: the same for refunds',
  ],
  notes: [
    'Seen again on CI, run 4412: same line, same 340 ms.',
    'The fix is in the branch, 61 tests green.',
    'Reproduced with 10,000 orders in the seed.',
    'Explained to the user, who wants it in the README as well.',
  ],
  reasons: [
    'add the runs migration to what is known about the schema',
    'this took an hour to find',
    'keep the command that works',
    'the user will ask for it again tomorrow',
    'so that the next session knows what was tried',
  ],
};

const progress: Subject = {
  namespace: 'shop-api/progress',
  titles: ['Where we stopped', 'Open tasks', 'Refund flow: status', 'Upgrade to Node 24: status'],
  tags: ['status', 'todo', 'blocked'],
  lines: [
    'Done: list, detail, partial refund',
    'Done: types are strict everywhere',
    'Next: e-mail template for refunds',
    'Next: the two skipped tests',
    'Blocked: sandbox keys of the provider',
    'Branch: refunds-2, last commit green',
    'Nothing is half done',
    'Ask before touching the tax code',
  ],
  notes: [
    'Picked up from here without questions.',
    'User went home; go on with the skipped tests.',
  ],
  reasons: [
    'end of the session',
    'so that the next session starts here',
    'user asked for a hand-over',
  ],
};

const parser: Subject = {
  namespace: 'invoice-parser',
  titles: [
    'Invoice parser notes',
    'Edge cases: dates',
    'Edge cases: amounts',
    'Vendor layouts',
    'Regex that works for VAT ids',
    'Sample files and what is in them',
    'OCR settings',
  ],
  tags: ['parser', 'edge case', 'vendor', 'ocr', 'regex'],
  lines: [
    'Some vendors print the date as 03.11.26, some as 11/03/26: the country decides',
    '“1.234,50” and “1,234.50” are in the same file, page 1 and page 3',
    'Credit notes have a minus sign behind the amount',
    'Totals may be an image: fall back to OCR for that region only',
    'VAT ids may have blanks inside',
    '300 dpi is enough, 600 dpi doubles the time and finds nothing more',
    'sample-17.pdf: two invoices in one file',
    'Left: hotels print the tax in a table of its own',
  ],
  notes: [
    'Works for 41 of 43 sample files now.',
    'The two that fail are photos, not scans.',
    'Vendor changed its layout in November.',
  ],
  reasons: [
    'grouping related notes',
    'keep the parser’s edge cases together',
    'found while fixing the amounts',
    'tests refer to this',
  ],
};

const scratch: Subject = {
  namespace: 'cursor',
  titles: Array.from({ length: 16 }, (_, index) => `scratch ${index + 1}`),
  tags: ['scratch', 'tmp'],
  lines: [
    'rename parseAmount to readAmount',
    'move the fixtures out of src',
    'try the other tokenizer',
    'types for Vendor are wrong',
    'ask: keep the old CLI flag?',
    'table.tsx re-renders on each key press',
  ],
  notes: ['done', 'not needed any more'],
  reasons: ['intermediate result', 'context for the next step'],
};

const operations: Subject = {
  namespace: 'ops',
  titles: [
    'Deploy checklist',
    'Backups: what was restored and when',
    'Certificates',
    'Incident 2026-11: slow checkout',
    'Disk usage on db-2',
    'Nightly report',
  ],
  tags: ['ops', 'incident', 'backup', 'weekly'],
  lines: [
    'Restored backup of Sunday into staging: 14 minutes, all counts equal',
    'Certificate of shop.example renews on the 3rd, by itself',
    'db-2: 71 % used, grows by 2 GB a week',
    'Checkout was slow from 14:02 to 14:31: one query without its index',
    'Deploys only before 16:00',
    'Rollback tried on staging, took 50 seconds',
    'Alert threshold raised from 200 ms to 300 ms',
  ],
  notes: ['Verified by hand.', 'Next check in a week.', 'Numbers are from the dashboard, 09:00.'],
  reasons: [
    'asked to file what was found',
    'weekly check',
    'evidence for the incident review',
    'scheduled task',
  ],
};

/** What each client writes about, the more frequent subjects more than once. */
export const stories: Readonly<Record<SampleClientKey, readonly Subject[]>> = {
  'claude-desktop': [launch, launch, kitchen, travel, persons],
  'claude-code': [code, code, code, decisions, progress],
  cursor: [parser, parser, scratch],
  codex: [operations],
};

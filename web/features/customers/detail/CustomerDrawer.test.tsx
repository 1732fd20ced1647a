import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { CustomerDrawer } from '../Customers.tsx';
import { aCustomer, type FakeEntry, openCustomers } from '../customers.fixtures.tsx';

// As on a page that is idle.
beforeAll(async () => void (await CustomerDrawer.preload()));

const address = () => screen.getByTestId('address').textContent;
const drawer = (name = 'Elena Marsh') => screen.findByRole('dialog', { name });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

const ada = { __typename: 'User', id: 'u2', displayName: 'Ada Byron' };
const lead = { __typename: 'Lead', id: 'l1', name: 'Espresso corner', value: '1250.00' };

let serial = 0;
const entry = (type: string, at: string, fields: object = {}): FakeEntry => {
  serial += 1;
  return { __typename: `${type}Entry`, id: `e${serial}`, at, actor: null, ...fields };
};

const elena = aCustomer('Elena Marsh', {
  email: 'elena@northlight.example',
  phone: '+1 (614) 555-0123',
  company: 'Northlight Architects',
  metrics: {
    orders: 3,
    lifetimeValue: '12347.60',
    openLeads: 1,
    openValue: '1250.05',
    calls: 2,
    repliesUsed: 1,
    emailsPersonalized: 2,
    lastContactAt: '2026-01-01T09:00:00.000Z',
  },
  timelineEntries: [entry('CustomerAdded', '2026-01-05T09:00:00.000Z', { actor: ada })],
});

const openDrawer = (customer = elena) => openCustomers([customer], { at: `/customers?customer=${customer.id}` });

describe('the customer drawer', () => {
  it('opens over the list with its own URL and closes with Escape', async () => {
    const { user } = openCustomers([elena], { at: '/customers?search=elena' });
    await user.click(await screen.findByRole('button', { name: 'View Elena Marsh' }));
    await drawer();
    expect(address()).toBe('/customers?search=elena&customer=elena-marsh');
    await user.keyboard('{Escape}');
    await isClosed();
    expect(address()).toBe('/customers?search=elena');
  });

  it('opens from a link', async () => {
    const { user } = openDrawer();
    await drawer();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await isClosed();
    expect(address()).toBe('/customers');
  });

  it('says by which rule somebody owns the customer', async () => {
    const assigned = { ...elena, owner: ada, assignmentReason: 'Round robin of rule “West coast”' };
    openDrawer(assigned);
    await within(await drawer()).findByText('Assigned to Ada Byron: Round robin of rule “West coast”.');
  });

  it('says when the customer does not exist', async () => {
    openCustomers([elena], { at: '/customers?customer=nobody' });
    within(await drawer('Customer')).getByText('Customer not found');
  });

  it('says so when the import that added the customer is undone elsewhere', async () => {
    const { emitImportUndo } = openDrawer();
    await drawer();
    await emitImportUndo('elena-marsh');
    const alert = await within(await drawer('Customer')).findByRole('alert');
    expect(alert.textContent).toContain('Customer not found');
    expect(screen.queryByRole('button', { name: 'Write a reply' })).toBeNull();
  });

  it('shows the error and retries', async () => {
    const customer = vi.fn(() => {
      throw new Error('Database unavailable');
    });
    const { user } = openCustomers([elena], { at: '/customers?customer=elena-marsh', answers: { customer } });
    const alert = await within(await drawer('Customer')).findByRole('alert');
    expect(alert.textContent).toContain('Database unavailable');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(customer).toHaveBeenCalledTimes(2));
  });

  it('shows contact details to follow or copy', async () => {
    const { user } = openDrawer();
    const inside = within(await drawer());
    expect(inside.getByRole('link', { name: 'elena@northlight.example' }).getAttribute('href')).toBe('mailto:elena@northlight.example');
    expect(inside.getByRole('link', { name: '+1 (614) 555-0123' }).getAttribute('href')).toBe('tel:+16145550123');
    await user.click(inside.getByRole('button', { name: 'Copy email address' }));
    await waitFor(() => expect(currentToast()?.description).toBe('Email address copied to clipboard.'));
    expect(await navigator.clipboard.readText()).toBe('elena@northlight.example');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No'));
    await user.click(inside.getByRole('button', { name: 'Copy phone number' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', description: 'Failed to copy phone number.' }));
  });

  it('shows the four metrics', async () => {
    openDrawer();
    const metrics = [...(await drawer()).querySelectorAll('dl > div')].map((tile) => tile.textContent);
    expect(metrics).toEqual([
      'Lifetime value$12,347.603 orders',
      'Open value$1,250.051 open lead',
      expect.stringMatching(/^Last contact.+ agoJan 1, 2026$/),
      'Contacts52 calls, 3 emails',
    ]);
  });

  it('links to the response center and opens the edit form', async () => {
    const { user } = openDrawer();
    await user.click(within(await drawer()).getByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Customer' }));
    expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Elena Marsh');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Customer' })).toBeNull());
    await user.click(within(await drawer()).getByRole('button', { name: 'Write a reply' }));
    expect(address()).toBe('/');
  });
});

describe('the timeline', () => {
  it('describes every kind of entry with a link to its record', async () => {
    const at = '2026-01-05T09:00:00.000Z';
    const timelineEntries = [
      entry('LeadMoved', at, { actor: ada, from: 'quoted', to: 'won', lead }),
      entry('LeadAdded', at, { actor: ada, lead }),
      entry('Call', at, {
        call: { __typename: 'Transcription', id: 'c1', title: 'Grinder & noise', summary: 'It is loud.', duration: 125 },
      }),
      entry('Call', at, { call: { __typename: 'Transcription', id: 'c2', title: null, summary: null, duration: null } }),
      entry('Order', at, {
        order: { __typename: 'Order', id: 'o1', orderNumber: '#1052', totalPrice: '11800.00', currency: 'USD', status: 'paid' },
      }),
      entry('ReplyWritten', at, { actor: ada, reply: { id: 'r1', customerRequest: 'How much?', responseType: 'sales' } }),
      entry('ReplyUsed', at, { actor: ada, reply: { id: 'r1', response: 'It is $390.' } }),
      entry('EmailPersonalized', at, { actor: ada, templateId: 't1', templateName: 'Spring offer' }),
      entry('FlowStage', at, { flowId: 'f1', flowType: 'onboarding_process', stage: 'first_interaction', started: false }),
      entry('FlowStage', at, { flowId: 'f1', flowType: 'onboarding_process', stage: 'signed_up', started: true }),
      entry('CustomerChanged', at, { actor: ada, changed: ['email', 'phone', 'company'] }),
      entry('CustomerAdded', at, { actor: ada }),
    ];
    openDrawer({ ...elena, timelineEntries });
    const inside = within(await drawer());
    const texts = inside.getAllByRole('listitem').map((item) => item.textContent?.replace(/\d+:\d\d\s[AP]M$/, ''));
    expect(texts).toEqual([
      'Lead Espresso corner moved from Quoted to WonAda Byron · ',
      'New lead Espresso corner worth $1,250.00Ada Byron · ',
      'Call Grinder & noise · 2:05It is loud.',
      'Call Untitled Call',
      'Order #1052 for $11,800.00 paid',
      'Sales reply generated“How much?”Ada Byron · ',
      'Reply copiedIt is $390.Ada Byron · ',
      'Email Spring offer personalizedAda Byron · ',
      'Onboarding Process reached First Interaction',
      'Onboarding Process started at Signed Up',
      'Changed email address, phone number, and companyAda Byron · ',
      'Customer addedAda Byron · ',
    ]);
    const links = inside.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      expect.arrayContaining([
        '/pipeline?lead=l1',
        '/transcriptions?call=c1',
        '/transcriptions?call=c2',
        '/orders?order=o1',
        '/email-templates',
        '/interaction-flows',
      ]),
    );
  });

  it('keeps entries whose record was deleted', async () => {
    const at = '2026-01-05T09:00:00.000Z';
    const deleted = [
      entry('LeadAdded', at, { lead: null }),
      entry('LeadMoved', at, { lead: null, from: null, to: 'won' }),
      entry('Call', at, { call: null }),
      entry('Order', at, { order: null }),
      entry('ReplyWritten', at, { reply: null }),
      entry('ReplyUsed', at, { reply: null }),
    ];
    openDrawer({ ...elena, timelineEntries: deleted });
    expect(within(await drawer()).getAllByRole('listitem')).toHaveLength(6);
  });

  it('loads page by page', async () => {
    const many = Array.from({ length: 25 }, (_, day) =>
      entry('CustomerChanged', new Date(Date.UTC(2026, 0, 30 - day, 12)).toISOString(), { changed: ['name'] }),
    );
    const { user } = openDrawer({ ...elena, timelineEntries: many });
    const inside = within(await drawer());
    expect(inside.getAllByRole('listitem')).toHaveLength(20);
    expect(inside.getAllByRole('heading', { level: 4 })).toHaveLength(20);
    await user.click(inside.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(inside.getAllByRole('listitem')).toHaveLength(25));
  });

  it('shows new entries live and updates the metrics', async () => {
    const { emitEntry, emitUpdate } = openDrawer();
    const inside = within(await drawer());
    expect(inside.getAllByRole('listitem')).toHaveLength(1);
    const now = new Date().toISOString();
    await emitEntry('elena-marsh', entry('LeadMoved', now, { actor: ada, from: 'leads', to: 'won', lead }), {
      openValue: '0.00',
      openLeads: 0,
    });
    await inside.findByRole('heading', { name: 'Today' });
    expect(inside.getAllByRole('listitem')[0]?.textContent).toContain('moved from Leads to Won');
    inside.getByText('0 open leads');
    await emitUpdate('elena-marsh', { name: 'Elena Vogel' });
    await drawer('Elena Vogel');
  });
});

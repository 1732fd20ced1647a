import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** What happens after the sale: plans, warranty, installation, care. */
export const SERVICE_FACTS: readonly WorldTrainingItem[] = [
  {
    key: 'service-plans',
    title: 'Service plans: Essential, Plus and Always On',
    category: 'knowledge',
    source: 'manual',
    tags: ['service plan', 'essential', 'plus', 'always on', 'response time', 'price'],
    created: ago(89, 30),
    content: `We offer three service plans. The Essential plan costs $39 a month for a Wren, $59 for a Heron and $95 for a Condor or Kestrel. Essential includes one preventive visit a year, phone support, and a technician on site within 3 business days; labor is free and parts are charged once the warranty has ended.

The Plus plan costs $69 a month for a Wren, $99 for a Heron and $155 for a Condor or Kestrel. Plus includes two preventive visits a year, all parts and labor, a technician by the next business day, and a loan machine if the repair takes longer than 2 business days. The Plus plan is part of every rental.

The Always On plan costs $119 a month for a Wren, $169 for a Heron and $259 for a Condor or Kestrel. Always On includes four preventive visits a year, all parts and labor, a technician on the same day when you call before 11:00 a.m., and a loan machine on the same day. Renters can move up from Plus to Always On for the difference. Plans run for 12 months, and paying a year in advance saves 10 percent.`,
  },
  {
    key: 'support-hours',
    title: 'How to reach support, and how fast we answer',
    category: 'knowledge',
    source: 'manual',
    tags: ['support', 'hours', 'phone', 'contact', 'emergency'],
    created: ago(89, 35),
    content: `Our support line is (614) 555-0100 and is answered Monday to Friday from 7:00 a.m. to 6:00 p.m. Eastern Time. Customers on the Always On plan also reach us until 8:00 p.m. and on Saturday from 8:00 a.m. to 2:00 p.m. You can also write to support@brasswick.example or open a ticket in the ordering portal; we answer written requests within 4 working hours.

About two thirds of all faults are solved on the phone in less than 15 minutes. Please have the machine's serial number ready, which is on the silver plate behind the drip tray, and the error code from the screen. If the machine is leaking, first close the water valve and pull the plug, then call.

A technician's visit outside a service plan costs $145 for the first hour and $95 for each further hour, plus parts. Our technicians work from Columbus, Cleveland, Cincinnati and Pittsburgh, and reach every address within 120 miles of those cities.`,
  },
  {
    key: 'warranty',
    title: 'Warranty: what is covered and for how long',
    category: 'knowledge',
    source: 'manual',
    tags: ['warranty', 'repair', 'parts', 'labor', 'coverage'],
    created: ago(88, 70),
    content: `Every Wren, Heron, Condor and Kestrel comes with a 24-month warranty on parts and labor from the day of installation. The warranty is extended to 36 months when the machine has a Plus or Always On plan from the start. The Shrike grinder, the Plover brewer and the Nest milk fridge have a 12-month warranty.

The warranty covers pumps, boilers, valves, boards, screens and the brew unit. The warranty does not cover wear parts such as grinder burrs, gaskets and milk hoses, damage by limescale when the water filter was not changed on time, damage from a fall, or repairs made by someone else. Grinder burrs last about 1,300 pounds of coffee, and a new pair costs $165 including the visit.

To make a warranty claim, call (614) 555-0100 or open a ticket in the portal with the serial number and a photo or a short video of the fault. No receipt is needed, because we keep the installation date on record. Warranty repairs happen on site within 3 business days, or faster if your service plan says so. A rented machine is covered for the whole rental.`,
  },
  {
    key: 'installation-requirements',
    title: 'Installation requirements: power, water, drain and space',
    category: 'knowledge',
    source: 'document',
    tags: ['installation', 'plumbing', 'power', 'water', 'drain', 'space', 'requirements'],
    created: ago(87, 15),
    content: `The Wren needs a standard 120-volt outlet and no plumbing. Most customers set it up themselves in 30 minutes with the video guide; a setup visit costs $150.

The Heron needs a dedicated 120-volt, 20-amp outlet within 4 feet and a cold water line with a 3/8-inch shut-off valve within 6 feet. A drain is not needed for the Heron. Installation of the Heron costs $390 and takes about 2 hours.

The Condor needs a dedicated 208-volt, 30-amp circuit, a cold water line and a drain within 6 feet. Installation of the Condor costs $690 and takes half a day. The Kestrel needs the same connections, and its installation costs $850.

Water pressure must be between 30 and 80 psi. Leave 6 inches free above the machine for filling beans and 2 inches behind it. Counters should be 34 to 36 inches high. We do not lay water lines or circuits ourselves: please have a plumber or an electrician do this before the appointment. A free site check, by video or in person, tells you exactly what is missing. If the connections are not ready on the day, a second trip costs $95.`,
  },
  {
    key: 'onboarding-steps',
    title: 'From order to first cup: onboarding in six steps',
    category: 'knowledge',
    source: 'manual',
    tags: ['onboarding', 'installation', 'training', 'getting started', 'timeline'],
    created: ago(86, 45),
    content: `1. Site check: within 2 business days of your order we look at power, water and space by video call, which takes 20 minutes.
2. Date: we agree the installation date. A Wren or Heron is normally installed 5 to 7 business days after the order, a Condor or Kestrel after 3 to 4 weeks.
3. Installation: the technician connects the machine, tests the water hardness, fits the ClearRun filter and sets the grinder for your coffee.
4. Training: on the same visit we train up to six people for 45 minutes in filling, daily rinsing and weekly cleaning. A laminated card stays at the machine.
5. Portal: you receive logins for the ordering portal, and your coffee subscription is set to twice the first week's need, then adjusted.
6. Check-in: we call after 10 days and again after 30 days to adjust strength, milk and delivery rhythm.

Your first order includes a starter box with 10 pounds of Weekday Blend, a jar of cleaning tablets and 200 cups at no cost. Office managers tell us that the whole of it takes about two hours of their time.`,
  },
  {
    key: 'care-schedule',
    title: 'Daily, weekly and monthly care of the machines',
    category: 'knowledge',
    source: 'document',
    tags: ['cleaning', 'maintenance', 'care', 'filter', 'tablets', 'descaling'],
    created: ago(83, 25),
    content: `Every day: empty the drip tray and the grounds box, wipe the spouts, and let the automatic milk rinse finish. This takes about 5 minutes on a Wren or Heron and 8 minutes on a Condor.

Every week: run the cleaning program with one cleaning tablet. The screen asks for it and shows each step; the program takes 12 minutes. A jar of 100 cleaning tablets costs $32 and lasts one machine about two years. Once a week, also run the milk cleaning program with 2 ounces of milk system cleaner; a quart costs $19.50.

Every six months or 1,300 gallons, whichever comes first: change the ClearRun water filter cartridge, which costs $84. On the Plus and Always On plans our technician brings the cartridge and changes it for free.

Every three months: descale the Wren if it runs without a filter in its tank. The Heron, Condor and Kestrel are descaled by our technician. A Wren with our tank filter is descaled once a year. Machines that are cleaned as described have half as many faults as the others.`,
  },
  {
    key: 'pulse-it-security',
    title: 'Brasswick Pulse: remote monitoring and questions from IT',
    category: 'knowledge',
    source: 'document',
    tags: ['pulse', 'telemetry', 'security', 'wifi', 'it department', 'integration'],
    created: ago(80, 55),
    content: `Brasswick Pulse is the monitoring unit inside every Heron, Condor and Kestrel, and an option of $6 a month for the Wren. Pulse reports cups per drink, error codes, water hardness and filter age once every 15 minutes. It lets us order parts before the machine stops: last year 38 percent of our repairs were planned before the customer noticed anything.

Pulse uses its own cellular SIM. It does not join your Wi-Fi or your wired network, so nothing has to be opened in the firewall. Pulse has no camera and no microphone and stores no personal data. Card readers are not connected to it.

Pulse sends its reports encrypted with TLS 1.3 to a data center in Ohio, and counts are kept for 24 months. You see your own cup counts in the ordering portal and can export them as CSV. Customers who do not want monitoring can have the SIM removed free of charge; the Always On plan then needs a weekly phone check instead. For a security review we send a four-page data sheet and a filled-in vendor questionnaire within 2 business days.`,
  },
];

import { DescriptionList } from "@/components/ui/text";
import { daysText, type Retention } from "@/lib/access";

export function RetentionList({ retention }: { retention: Retention }) {
  const { addressesDays, auditDays, eventsDays, deliveriesDays, payloadsDays, usageDays, brandDeletionDays } =
    retention;
  return (
    <DescriptionList
      className="-my-2.5"
      items={[
        { term: "Versions and files", value: "Until the brand is deleted" },
        { term: "Activity", value: capital(daysText(auditDays)) },
        { term: "IP addresses in activity", value: capital(daysText(addressesDays)) },
        { term: "Used and expired invitations", value: capital(daysText(addressesDays)) },
        { term: "Events", value: capital(daysText(eventsDays)) },
        { term: "Finished deliveries", value: capital(daysText(deliveriesDays)) },
        { term: "Event payloads", value: capital(daysText(payloadsDays)) },
        {
          term: "Delivery bodies and responses",
          value:
            payloadsDays === 0
              ? "Until the brand is deleted"
              : `${capital(daysText(payloadsDays))} after the delivery finishes`,
        },
        { term: "Usage", value: capital(daysText(usageDays)) },
        {
          term: "Brand after deletion is requested",
          value: brandDeletionDays === 0 ? "Deleted at once" : capital(daysText(brandDeletionDays)),
        },
      ]}
    />
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
